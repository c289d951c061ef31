import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('../features/home/home.page.tsx'),
  route('auth', '../features/accounts/auth.page.tsx'),
  route('login', '../features/accounts/login.page.tsx'),
  route('explore', '../features/catalog/explore.page.tsx'),
  route('fxn/:slug', '../features/tool-page/tool.page.tsx'),
  route('dashboard', '../features/dashboard/dashboard.page.tsx'),
  route('workflows', '../features/workflows/workflows.page.tsx'),
  route('workflows/:id', '../features/workflows/editor.page.tsx'),
  route('workflows/:id/executions', '../features/executions/executions.page.tsx'),
  route('workflows/:workflowId/executions/:executionId', '../features/executions/execution.page.tsx'),
  route('api/docs', '../features/api-docs/api-docs.page.tsx'),
  route('dev/ui', '../features/dev-ui/dev-ui.page.tsx'),
  route('*', '../features/not-found/not-found.page.tsx'),
] satisfies RouteConfig
