import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/app',
  ssr: true,
  // The part of a page that fetches would be a file of its own: one more that a release takes away.
  splitRouteModules: false,
} satisfies Config
