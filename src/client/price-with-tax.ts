import { useRouteLoaderData } from 'react-router'
import { priceText } from '#src/lib/price-text.ts'

/** Whether tax comes on top of prices in some countries. */
export const useTaxes = (): boolean => useRouteLoaderData<{ readonly taxes: boolean }>('root')?.taxes ?? false

/** What a tool costs, as cards and its page say it. Undefined where it has no price of its own. */
export function usePriceText(tool: Parameters<typeof priceText>[0]): string | undefined {
  const taxes = useTaxes()
  const price = priceText(tool)
  return taxes && tool.pricing.price > 0 ? `${price} plus any tax` : price
}
