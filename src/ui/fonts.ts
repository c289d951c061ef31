/** The one font file worth a `<link rel="preload" as="font" type="font/woff2" crossorigin>`. */
export { default as textFontUrl } from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
