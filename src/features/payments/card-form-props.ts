/** What every form of a card is told, whoever moves the money. */
export interface CardFormProps {
  /** Of this order alone: it goes into no address and no log. */
  readonly clientSecret: string
  /** Where a bank sends its customer back to. */
  readonly returnUrl: string
  readonly submitLabel: string
  /** A card is sent: what was said about the one before is over. */
  readonly onTry: () => void
  readonly onDone: (status: string) => void
  readonly onFailed: (message: string) => void
}
