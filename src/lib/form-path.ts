const FORM = /^\/forms\/[^/?#]+\/[^/?#]+(?:[?#]|$)/

/** Whether an address is that of a workflow's form: a page by itself, without Fettle's own around it. */
export const isFormPath = (url: string): boolean => FORM.test(url)
