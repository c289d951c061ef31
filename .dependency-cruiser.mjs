import { builtinModules } from 'node:module'

// Who may import whom. Each rule's comment is printed with the violation and says what to do instead.
// scripts/house/import-rules.test.ts plants one violation of each rule.

/** Feature → features whose code (not only its *.schema.ts) it may import. Every edge is a debt: keep the list short. */
const FEATURE_EDGES = {
  // Whoever leaves is told from which amount on they are paid out, and is not the last who can give roles.
  'account-deletion': ['accounts', 'admin', 'payouts'],
  // The tools of somebody who is suspended leave the catalogue, and some stay with those who bought them.
  admin: ['accounts', 'catalog', 'checkout', 'client-errors'],
  'data-export': ['accounts'],
  // What was earned in sales is paid out by whoever moves the money, and written in the books.
  payouts: ['accounts', 'checkout', 'ledger', 'payments'],
  // The second step of signing in, and the same proofs again before a sensitive change.
  accounts: ['oidc', 'passkeys', 'reset-password', 'second-factor', 'verify-email'],
  // An answer is a built-in tool's, and opens it as a shared link does.
  answers: ['catalog', 'tool-page'],
  'api-keys': ['accounts'],
  // A new password ends what the old one has opened, as a reset does.
  'change-password': ['accounts', 'reset-password'],
  // What is bought is a tool of the catalogue; what moves is written in the books.
  // A coupon makes it cost less.
  checkout: ['catalog', 'coupons', 'ledger', 'payments'],
  // The star on a card and on a page; what is asked for where a search found nothing.
  catalog: ['favorites', 'tool-requests'],
  // The page of a workflow's figures has its alert rules.
  // Causes of failures are told in the words of the runs themselves.
  analytics: ['alerts', 'executions'],
  // A tool that is published is in the catalogue; its draft is tried on the page that people will see.
  // Its creator says there what it costs.
  // Code that browsers may run is tried in the same sandbox.
  'creator-tools': ['catalog', 'checkout', 'pricing', 'tool-page', 'tool-runs'],
  // Days, charts and their words are those of a workflow's figures. Results that were reported stand below them.
  'tool-figures': ['analytics', 'reports', 'tool-runs'],
  // Whoever publishes has a page of their tools, with the picture of their account.
  creators: ['accounts', 'catalog'],
  // It lists what somebody keeps, and what they build.
  dashboard: ['catalog', 'creator-tools', 'favorites'],
  devices: ['accounts'],
  // The desk of the embedded test provider.
  'dev-payments': ['payments'],
  // Whose workflow it is, and its draft; what its steps ask people.
  executions: ['workflows', 'approvals'],
  // A favourite is a tool of the catalogue.
  favorites: ['catalog'],
  // So is a featured one; which ones is chosen in the admin area.
  featured: ['admin', 'catalog'],
  // A form that is sent twice starts one run, as a webhook does; what it sends along is kept with that.
  forms: ['webhooks', 'run-files'],
  home: ['catalog', 'paste', 'tool-runs'],
  // Who pays, with what, and where it is booked.
  subscriptions: ['checkout', 'ledger', 'payments'],
  // A credit note takes tax back as the books do.
  invoices: ['ledger'],
  // What is fetched for later has the palette with it.
  offline: ['palette'],
  // It lists tools, and shows which are somebody's favourites.
  palette: ['catalog', 'favorites'],
  passkeys: ['accounts', 'second-factor'],
  // What was pasted is handed to a tool of this browser.
  paste: ['tool-runs'],
  // Its pages are the admin area's; an order has the same states for whoever looks after it. Money goes back after a
  // fresh sign-in, and by the word of those whose word counts at the checkout, too.
  'payments-admin': ['accounts', 'admin', 'checkout', 'purchases'],
  // Each payout as its creator sees it, and the hold that it obeys; a fresh sign-in before it is placed or lifted.
  'payouts-admin': ['accounts', 'checkout', 'payments', 'payments-admin', 'payouts'],
  // From an order to its postings and back: one set of pages.
  'ledger-explorer': ['payments-admin'],
  'payment-events': ['accounts', 'payments', 'payments-admin'],
  'tool-margins': ['payments', 'payments-admin'],
  // An admin who books something shows again who they are.
  reconciliation: ['accounts', 'ledger', 'payments', 'payments-admin'],
  // A price is split as the books will split it.
  pricing: ['ledger'],
  profile: ['accounts', 'verify-email'],
  // A card is entered in the form of whoever takes the payment; free licences stand beside what was bought.
  purchases: ['licences', 'payments'],
  'second-factor': ['accounts', 'passkeys'],
  // What is judged is a tool, a review of one, or what reports say of it; its pages are the admin area's.
  moderation: ['admin', 'catalog', 'copyright', 'first-look', 'reports', 'reviews'],
  // What is reported and rated is a tool of the catalogue.
  // A report can bring the claim of whoever owns a copyright, or a result with the link that leads to it.
  reports: ['catalog', 'copyright', 'tool-page'],
  reviews: ['catalog'],
  // What goes on from one tool to another: both are in the catalogue.
  receivers: ['catalog'],
  // Whose password it is, and what a password must be.
  'reset-password': ['accounts'],
  // An order has the same states for whoever sold it; what is owed is paid out there.
  earnings: ['payouts', 'purchases'],
  // The page lists the panel of each.
  oidc: ['accounts'],
  settings: [
    'account-deletion',
    'api-keys',
    'appearance',
    'change-password',
    'data-export',
    'devices',
    'oidc',
    'passkeys',
    'profile',
    'second-factor',
    'secrets',
    'usage',
    'variables',
  ],
  // What a name and an address must be.
  support: ['accounts'],
  // The name of its category.
  'social-card': ['catalog'],
  // A tool page makes a workflow of its tool, and has what people say of it; its creator begins there to edit it.
  'tool-page': ['catalog', 'creator-tools', 'favorites', 'purchases', 'reports', 'reviews', 'tool-runs', 'workflows'],
  // Its page is the admin area's, and its charts are those of a workflow's figures.
  'site-figures': ['admin', 'analytics'],
  // Tags are the catalogue's; they are tidied up in the admin area.
  tags: ['admin', 'catalog'],
  // Who may run a tool depends on what they bought.
  'tool-runs': ['catalog', 'checkout'],
  // The editor follows the runs that it begins, as the page of an execution does. A step can be a tool of the catalogue.
  workflows: ['catalog', 'executions'],
}

/** Tests and what only tests use. They may import anything. */
const TESTS = '\\.test\\.tsx?$|(^|/)(test-[^/]+|[^/]+-fixture)\\.tsx?$|^e2e/'
const OURS = '^(src|db|scripts|bench|e2e)/'
const NODE = `^(node:)?(${builtinModules.join('|')})$`
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`

const rule = (name, comment, from, to) => ({
  name,
  severity: 'error',
  comment,
  from: { ...from, pathNot: [TESTS, ...(from.pathNot ?? [])] },
  to,
})

/** A package that only some places may import. */
const home = (vendor, packages, places, comment) =>
  rule(`${vendor}-stays-at-home`, comment, { pathNot: places }, { path: npm(...packages) })

const structure = [
  {
    name: 'no-circular',
    severity: 'error',
    comment: 'These files import each other. Move what both need into a third file that imports neither.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'unresolvable',
    severity: 'error',
    comment:
      'No such file or package. Write "./name.ts" inside a folder and "#src/folder/name.ts" across folders, always with the ending.',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:|\\?(url|worker|raw|inline)$|^(\\.\\./)+build/' },
  },
  rule(
    'production-never-imports-tests',
    'Tests, test databases and e2e helpers stay out of production code. Move the shared part into a file of its own.',
    // Benchmarks start the application as the end-to-end tests do; a picture needs a browser.
    { path: '^(src|db|scripts)/', pathNot: ['^scripts/take-pictures\\.ts$'] },
    { path: [TESTS, '(^|/)node_modules/(vitest|playwright|@axe-core)/'] },
  ),
  rule(
    'nothing-imports-app',
    'src/app composes all the others, so nothing may depend on it, scripts that start it excepted. Take what you need as a parameter.',
    { pathNot: ['^src/app/', '^scripts/seed\\.ts$'] },
    { path: '^src/app/' },
  ),
  rule(
    'source-never-imports-tooling',
    'scripts/ and bench/ are for developers. Code that the product needs at run time belongs to src/ or db/.',
    { path: '^(src|db)/' },
    { path: '^(scripts|bench)/' },
  ),
]

const browser = [
  rule(
    'browser-never-reaches-server',
    'This file is sent to the browser, yet it reaches server code. Read data in a loader through requestContext or with the API client; move shared schemas and types to <feature>.schema.ts.',
    { path: '\\.tsx$|\\.web\\.ts$|^src/(ui|client)/|^src/app/routes', pathNot: ['^src/app/entry\\.server\\.tsx$'] },
    {
      path: [
        '^src/(server|engine|nodes|integrations)/',
        // Where the engine lies, and the words for what went wrong in it.
        '^src/sandbox/(?!(?:engine-file|failures)\\.ts$)',
        '\\.(server|queries|node)\\.ts$',
        '^db/',
        NODE,
        npm('@dbos-inc/dbos-sdk', '@fastify', '@node-rs', 'fastify', 'kysely', 'pg', 'pino'),
      ],
      reachable: true,
    },
  ),
]

const direction = [
  rule(
    'lib-and-sdk-are-pure',
    'src/lib and src/sdk import nothing of ours but themselves. Pass the value in, or move this code up to who needs it.',
    { path: '^src/(lib|sdk)/' },
    { path: OURS, pathNot: '^src/$1/' },
  ),
  rule(
    'lib-and-sdk-do-no-io',
    'src/lib and src/sdk run in the browser too, so they use no Node module. Put the I/O into src/server, or name the file *.node.ts if it computes but needs Node.',
    { path: '^src/(lib|sdk)/', pathNot: ['^src/lib/.*\\.node\\.ts$'] },
    { dependencyTypes: ['core'] },
  ),
  rule(
    'plumbing-knows-no-feature',
    'src/ui, src/client and src/server import only src/lib and src/sdk. Take the value as a prop or a parameter, or move this code into the feature.',
    { path: '^src/(ui|client|server)/' },
    { path: OURS, pathNot: '^src/($1|lib|sdk)/' },
  ),
  rule(
    'built-ins-and-engines-know-only-sdk-and-lib',
    'Tools, nodes, integrations, engine and sandbox import only src/sdk, src/lib and themselves. Take what comes from elsewhere through the context or as a parameter.',
    { path: '^src/(tools|nodes|integrations|engine|sandbox)/' },
    { path: OURS, pathNot: '^src/($1|lib|sdk)/' },
  ),
  rule(
    'built-ins-stand-alone',
    'A tool, node or integration is understood and deleted alone, so nothing beside it imports it, and nothing in these folders imports their index. Move what two of them need to a file that knows neither, or to src/lib.',
    { path: '^src/(tools|nodes|integrations)/(?!index\\.ts)([^/.]+)[/.]' },
    {
      path: ['^src/[^/]+/[^/]+\\.(tool|node)\\.ts$', '^src/(tools|nodes|integrations)/(index\\.ts$|[^/]+/)'],
      pathNot: '^src/$1/$2[/.]',
    },
  ),
  rule(
    'built-ins-only-through-their-index',
    'Import src/tools/index.ts, src/nodes/index.ts or src/integrations/index.ts and look the entry up there.',
    { pathNot: ['^src/(tools|nodes|integrations)/'] },
    { path: '^src/(tools|nodes|integrations)/', pathNot: '^src/(tools|nodes|integrations)/index\\.ts$' },
  ),
  rule(
    'sandbox-bundle-is-closed',
    'The runner is one bundle in a jail: it reaches only src/sandbox, src/sdk, src/lib, quickjs-wasi, cel-js and Node itself. Send the data in as JSON.',
    { path: '^src/sandbox/(runner|run-code|.*\\.worker)\\.ts$' },
    {
      path: [OURS, npm('.*')],
      pathNot: ['^src/(sandbox|sdk|lib)/', npm('quickjs-wasi', '@marcbachmann/cel-js', 'zod')],
      reachable: true,
    },
  ),
]

const featureRule = (from, allowed) =>
  rule(
    'feature-edges-are-named',
    "A feature imports another one's *.schema.ts freely. For anything else add the edge to FEATURE_EDGES in .dependency-cruiser.mjs and say why in the commit, or take it as a parameter from src/app.",
    from,
    { path: '^src/features/', pathNot: [...allowed.map((name) => `^src/features/${name}/`), '\\.schema\\.ts$'] },
  )
const edges = Object.entries(FEATURE_EDGES)
const features = [
  featureRule({ path: '^src/features/([^/]+)/', pathNot: edges.map(([from]) => `^src/features/${from}/`) }, ['$1']),
  ...edges.map(([from, allowed]) => featureRule({ path: `^src/features/${from}/` }, [from, ...allowed])),
]

const vendors = [
  home(
    'zod',
    ['zod'],
    ['^src/lib/zod\\.ts$'],
    "Write import { z } from '#src/lib/zod.ts': it keeps zod from probing eval in the browser. Type-only imports of zod are fine.",
  ),
  home(
    'dbos',
    ['@dbos-inc/dbos-sdk'],
    ['^src/engine/(dbos|direct-lane|durable-walk|create-engine)\\.ts$'],
    'Only the adapter (src/engine: dbos.ts, direct-lane.ts, durable-walk.ts, create-engine.ts) knows DBOS. Use the Engine interface.',
  ),
  home(
    'pg',
    ['pg'],
    ['^src/server/', '^src/engine/', '^db/', '^scripts/', '^bench/'],
    'Only src/server and src/engine open connections. Write a query function in <feature>.queries.ts and take the database as a parameter.',
  ),
  home(
    'kysely',
    ['kysely'],
    ['^src/server/', '^src/engine/', '^db/', '^scripts/', '\\.queries\\.ts$'],
    'SQL stays in <feature>.queries.ts. Write a query function there and call it.',
  ),
  home(
    'cel',
    ['@marcbachmann/cel-js'],
    ['^src/lib/expressions/'],
    'src/lib/expressions meters every evaluation; CEL without it can hang the process. Use its functions.',
  ),
  home(
    'react',
    ['react', 'react-dom', 'react-router', '@react-router', '@tanstack', 'lucide-react'],
    ['\\.tsx$', '\\.web\\.ts$', '^src/(ui|client|app)/', '^src/server/http/pages\\.ts$'],
    'React belongs to *.tsx, *.web.ts, src/ui, src/client and src/app. Keep the logic in a plain function that these call.',
  ),
  home(
    'fastify',
    ['fastify', '@fastify', 'fastify-type-provider-zod'],
    ['^src/server/', '^src/app/', '^scripts/', '^bench/'],
    'Only src/server and src/app build the HTTP server. A feature exports routes built with the helpers of src/server.',
  ),
  home(
    'ai',
    ['ai', '@ai-sdk'],
    ['^src/server/ai/'],
    'Only src/server/ai speaks to models. A node calls context.askModel.',
  ),
  home('quickjs', ['quickjs-wasi'], ['^src/sandbox/'], "Creators' code runs in src/sandbox alone. Call its pool."),
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...structure, ...browser, ...direction, ...features, ...vendors],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|\\.react-router|scripts/templates)/' },
    // Imports that vanish at compile time bind nobody.
    tsPreCompilationDeps: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
    },
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
}
