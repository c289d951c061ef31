export const MAIN_ID = 'main'

/** First in the page; leads past the bars. */
export const SkipLink = () => (
  <a
    href={`#${MAIN_ID}`}
    className="fixed top-2 start-2 z-50 -translate-y-16 rounded-6 bg-accent px-4 py-3 text-14 font-medium text-on-accent focus:translate-y-0"
  >
    Skip to content
  </a>
)
