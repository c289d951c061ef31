const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

/** Catches slips while typing; the server has the last word on addresses. */
export const looksLikeEmail = (text: string): boolean => EMAIL.test(text.trim())
