/** Where a picture lies. */
export const avatarPath = (avatarId: string): string => `/api/avatars/${avatarId}`
