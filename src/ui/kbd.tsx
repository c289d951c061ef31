/** A key, or keys pressed together: <Kbd keys={['Ctrl', 'B']} />. */
export const Kbd = ({ keys }: { keys: readonly string[] }) => (
  <span className="inline-flex gap-0.5">
    {keys.map((key) => (
      <kbd
        key={key}
        className="min-w-5 rounded-4 border border-b-2 border-line bg-surface px-1 text-center font-mono text-12 text-text-2"
      >
        {key}
      </kbd>
    ))}
  </span>
)
