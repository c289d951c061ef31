/** Of each workflow the last ones stay. In a file of its own: pages that say so need no schema. */
export const MAX_KEPT_DRAFTS = 20
