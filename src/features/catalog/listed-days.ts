/** For so long a tool that is under maintenance stays in searches; its page stays. */
export const LISTED_DAYS = 14
