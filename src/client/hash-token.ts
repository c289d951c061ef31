/** The token of a mailed link: behind the # it reaches no server log and no other site. */
export const readHashToken = (): string => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? ''
