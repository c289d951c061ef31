/** What a subscriber ticks, word for word; it is kept with the subscription. */
export const PRO_CONSENT =
  'I want Pro at once, I agree that it renews and is charged until I cancel, and I know that I lose my right of withdrawal once it is provided in full.'
