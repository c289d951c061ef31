/** What this browser keeps of how somebody likes the screens; without storage they are as at first. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function keep(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // Storage is off or full.
  }
}
