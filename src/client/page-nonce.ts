/** Scripts of a page may read its nonce off their own elements; the style sheets of a code editor need it. */
export const pageNonce = (): string => document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? ''
