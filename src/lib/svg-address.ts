/** An SVG document as a data: address, which an image output shows and saves. */
export const svgAddress = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`
