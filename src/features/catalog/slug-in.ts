/** "https://…/fxn/tip-calculator?x", "/fxn/tip-calculator" and "tip-calculator" are the same tool; '' is none. */
export const slugIn = (text: string): string => /(?:^|\/fxn\/)([a-z0-9-]+)(?:[?#].*)?$/.exec(text.trim())?.[1] ?? ''
