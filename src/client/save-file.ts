/** Hands a text, or what was fetched, to the browser as a file to keep. */
export function saveFile(fileName: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  Object.assign(document.createElement('a'), { href: address, download: fileName }).click()
  // Some browsers read the address only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
