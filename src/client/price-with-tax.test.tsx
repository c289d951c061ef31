import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { usePriceText } from './price-with-tax.ts'

type Tool = Parameters<typeof usePriceText>[0]
const sold: Tool = { accessTier: 'free', pricing: { pricingModel: 'one_time', price: 999 } }
const free: Tool = { accessTier: 'free', pricing: { pricingModel: 'free', price: 0 } }
const ofPro: Tool = { accessTier: 'pro', pricing: { pricingModel: 'subscription', price: 0 } }

const Price = ({ tool }: { readonly tool: Tool }) => `${usePriceText(tool) ?? 'none'};`
const Prices = () => (
  <>
    <Price tool={sold} />
    <Price tool={free} />
    <Price tool={ofPro} />
  </>
)

/** As the server renders it. */
async function shown(taxes: boolean): Promise<string> {
  const { dataRoutes, query } = createStaticHandler([
    { id: 'root', path: '/', loader: () => ({ taxes }), Component: Prices },
  ])
  const context = await query(new Request('http://localhost/'))
  if (context instanceof Response) throw new Error('no page')
  const router = createStaticRouter(dataRoutes, context)
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

test('prices say that tax may come on top where it is configured, and only there', async () => {
  expect(await shown(true)).toBe('$9.99 plus any tax;Free;none;')
  expect(await shown(false)).toBe('$9.99;Free;none;')
})
