import type { Page } from 'playwright'

/** Texts of <main> that lie on each other, stick out of their box, or are cut without a way to read them whole. */
export const textProblems = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const problems = []
    const short = (text) => JSON.stringify(text.trim().slice(0, 40))
    const meet = (a, b) => ({
      left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
      top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom),
    })
    const clipOf = (element) => {
      let clip = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
      for (let box = element; box; box = box.parentElement)
        if (getComputedStyle(box).overflow !== 'visible') clip = meet(clip, box.getBoundingClientRect())
      return clip
    }
    const isShown = (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.sr-only, svg, option')
    const main = document.querySelector('main')
    const texts = []
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (node.data.trim() === '' || !isShown(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const clip = clipOf(element)
      const box = element.closest('article, li, td, header, [class*="border"]')?.getBoundingClientRect()
      for (const whole of range.getClientRects()) {
        const rect = meet(whole, clip)
        if (rect.right - rect.left <= 1 || rect.bottom - rect.top <= 1) continue
        if (box && (rect.right > box.right + 1 || rect.left < box.left - 1)) problems.push('sticks out: ' + short(node.data))
        texts.push({ element, text: node.data, rect })
      }
    }
    texts.forEach((one, index) => {
      for (const other of texts.slice(index + 1)) {
        if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element)) continue
        const common = meet(one.rect, other.rect)
        if (common.right - common.left > 2 && common.bottom - common.top > 6)
          problems.push('overlap: ' + short(one.text) + ' and ' + short(other.text))
      }
    })
    for (const element of main.querySelectorAll('*')) {
      const style = getComputedStyle(element)
      const clamped = style.webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 2
      const cut = style.textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1
      if ((!cut && !clamped) || !isShown(element) || element.closest('[aria-hidden=true]')) continue
      const whole = element.textContent.trim()
      const named = element.closest('[title], [aria-label]') ?? element.querySelector('[title], [aria-label]')
      if (!(named?.title + ' ' + named?.getAttribute('aria-label')).includes(whole)) problems.push('cut: ' + short(whole))
    }
    for (const [found] of main.innerText.matchAll(/\\b1 (runs|favourites|tools|workflows|executions|steps|attempts|words)\\b/g)) problems.push(found)
    return [...new Set(problems)]
  })()`)
