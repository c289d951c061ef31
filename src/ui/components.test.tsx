import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createToasts } from '#src/client/toasts.ts'
import { Button } from './button.tsx'
import { DataTable } from './data-table.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { Menu } from './menu.tsx'
import { NotificationTray } from './notification-tray.tsx'
import { OutputChart } from './outputs/output-chart.tsx'
import { OutputImage } from './outputs/output-image.tsx'
import { OutputView } from './outputs/output-view.tsx'
import { AppShell } from './shell/app-shell.tsx'
import { Tabs } from './tabs.tsx'
import { TimeAgo } from './time-ago.tsx'
import { Toaster } from './toaster.tsx'

const render = (node: ReactNode) => renderToString(<MemoryRouter initialEntries={['/explore']}>{node}</MemoryRouter>)

/** ids that attributes of this kind refer to but nobody has. */
function danglingIds(html: string): string[] {
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]))
  return [...html.matchAll(/ (?:aria-labelledby|aria-describedby|aria-controls|for|popoverTarget)="([^"]+)"/gi)]
    .flatMap((match) => (match[1] ?? '').split(' '))
    .filter((id) => !ids.has(id))
}

test('a busy button keeps its name and is not disabled', () => {
  const html = render(<Button busy>Run</Button>)
  expect(html).toContain('aria-busy="true"')
  expect(html).toContain('aria-disabled="true"')
  expect(html).toContain('Run')
  expect(html).not.toContain(' disabled=""')
})

test('a table has its caption, scopes and sort order', () => {
  const html = render(
    <DataTable
      caption="Shares"
      rows={[{ person: 1 }]}
      rowKey={() => 'a'}
      columns={[{ key: 'person', header: 'Person', numeric: true, sortable: true, cell: (row) => row.person }]}
      sort={{ key: 'person', direction: 'descending' }}
      onSort={() => undefined}
    />,
  )
  expect(html).toMatch(/<caption[^>]*>Shares<\/caption>/)
  expect(html).toMatch(/<th scope="col" aria-sort="descending"/)
  expect(danglingIds(html)).toEqual([])
})

test('a colour in a table is shown beside its text, and nothing but a colour is drawn', () => {
  const draw = (ink: string) =>
    render(
      <OutputView
        spec={{
          label: 'T',
          renderer: 'table',
          type: 'array',
          columns: [{ name: 'ink', label: 'Ink', type: 'colour' }],
        }}
        value={[{ ink }]}
      />,
    )
  expect(draw('#FF8800')).toMatch(/<svg[^>]*aria-hidden="true"[^>]*><rect [^>]*fill="#FF8800"><\/rect><\/svg>#FF8800/)
  expect(draw('#ff880080')).toContain('fill="#ff880080"')
  for (const text of ['url(#a)', '#12345', 'teal']) expect(draw(text)).not.toContain('<rect')
})

test('tabs and panels name each other; one tab is in the tab order', () => {
  const html = render(
    <Tabs
      label="Output"
      tabs={[
        { id: 'a', label: 'A', panel: 'one' },
        { id: 'b', label: 'B', panel: 'two' },
      ]}
    />,
  )
  expect(danglingIds(html)).toEqual([])
  expect(html.match(/role="tab" [^>]*tabindex="0"/g)).toHaveLength(1)
  expect(html.match(/role="tabpanel"[^>]*hidden noscript:block"/g)).toHaveLength(1)
})

test('a menu button names its menu; a choice says what is chosen', () => {
  const html = render(
    <Menu
      label="Theme"
      items={[
        { label: 'Light', checked: true },
        { label: 'Dark', checked: false },
      ]}
      trigger={(props) => (
        <button type="button" {...props}>
          Theme
        </button>
      )}
    />,
  )
  expect(html).toContain('aria-haspopup="menu"')
  expect(html).toMatch(/role="menu"[^>]*aria-label="Theme"/)
  expect(html).toMatch(/role="menuitemradio" aria-checked="true"/)
  expect(danglingIds(html)).toEqual([])
})

test('a closed dialog renders nothing of its content', () => {
  const html = render(
    <ConfirmDialog
      open={false}
      onClose={() => undefined}
      onConfirm={() => undefined}
      title="Delete?"
      confirmLabel="Delete"
    />,
  )
  expect(html).not.toContain('Delete')
})

test('the server shows the date in UTC, with the machine-readable one', () => {
  expect(render(<TimeAgo at="2026-11-20T09:12:00Z" />)).toBe(
    '<time dateTime="2026-11-20T09:12:00.000Z" title="20 Nov 2026, 09:12 UTC">20 Nov 2026, 09:12 UTC</time>',
  )
})

test('live regions of the toaster are in the page before any toast', () => {
  const html = render(<Toaster source={createToasts()} />)
  expect(html).toMatch(/<div role="status"[^>]*><\/div>/)
  expect(html).toMatch(/<div role="alert"[^>]*><\/div>/)
})

test('the bell says nothing of the toasts of another visitor on the server', () => {
  const toasts = createToasts()
  toasts.show({ kind: 'error', title: 'Secret of somebody' })
  const html = render(<NotificationTray source={toasts} />)
  expect(html).toContain('aria-label="Notifications"')
  expect(html).not.toContain('Secret')
})

const shell = (startsCollapsed: boolean) =>
  render(
    <AppShell
      startsCollapsed={startsCollapsed}
      groups={[{ heading: 'Browse', items: [{ label: 'Explore', icon: () => null, to: '/explore' } as never] }]}
      footer={[{ heading: 'Product', links: [{ label: 'Tools', to: '/explore' }] }]}
    >
      <h1>Page</h1>
    </AppShell>,
  )

test('the skip link is the first link and leads to main', () => {
  const html = shell(false)
  expect(/<a [^>]*>/.exec(html)?.[0]).toContain('href="#main"')
  expect(html).toMatch(/<main id="main" tabindex="-1"/)
  expect(html).toContain('aria-current="page"')
  expect(html).not.toContain('style=')
})

test('the sidebar comes collapsed from the server and its links keep their names', () => {
  const html = shell(true)
  expect(html).toContain('data-collapsed="true"')
  expect(html).toMatch(/title="Explore"[^>]*>.*?<span class="sr-only">Explore<\/span>/)
  expect(html).toContain('aria-expanded="false"')
  expect(shell(false)).toContain('data-collapsed="false"')
})

test('money, flags and tables are shown as they should be read', () => {
  expect(
    render(<OutputView spec={{ label: 'Total', renderer: 'badge', type: 'number', format: 'money' }} value={101.4} />),
  ).toContain('101.40')
  expect(render(<OutputView spec={{ label: 'Valid', renderer: 'badge', type: 'boolean' }} value={false} />)).toContain(
    'No',
  )
  const table = render(
    <OutputView
      spec={{ label: 'T', renderer: 'table', type: 'array', columns: [{ name: 'x', label: 'X', type: 'money' }] }}
      value={[{ x: 1234.5 }]}
    />,
  )
  expect(table).toContain('1,234.50')
})

test('an output without a value is not shown', () => {
  expect(render(<OutputView spec={{ label: 'Tax', renderer: 'badge', type: 'number' }} value={undefined} />)).toBe('')
})

test('a chart has a slider that reads points out, and its numbers as a table', () => {
  const spec = { label: 'Balance', renderer: 'chart', type: 'array' } as const
  const html = render(
    <OutputChart
      spec={spec}
      value={[
        { year: '1', left: 5 },
        { year: '2', left: 3 },
      ]}
    />,
  )
  expect(html).toContain('aria-valuetext="2: 3"')
  expect(html.match(/<rect /g)).toHaveLength(2)
  expect(html).toMatch(/<caption[^>]*>Balance<\/caption>/)
  expect(html).not.toContain('style=')
  expect(danglingIds(html)).toEqual([])
})

test('an image is only ever its own address', () => {
  const spec = { label: 'Code', renderer: 'image', type: 'string' } as const
  expect(render(<OutputImage spec={spec} value="data:image/png;base64,AA==" />)).toContain(
    '<img src="data:image/png;base64,AA=="',
  )
  expect(render(<OutputImage spec={spec} value="https://example.com/x.png" />)).not.toContain('<img')
  expect(render(<OutputImage spec={spec} value="data:text/html,x" />)).not.toContain('<img')
})
