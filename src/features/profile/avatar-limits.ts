export const AVATAR_MAX_MB = 5
/** For the browser's file dialog; the server looks at the bytes. */
export const AVATAR_TYPES = 'image/jpeg,image/png,image/webp'
