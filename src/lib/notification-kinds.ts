/** What an account is told about. */
export const NOTIFICATION_KINDS = [
  'sign-in.new',
  'password.changed',
  'second-factor.changed',
  'api-key.created',
  'role.changed',
  'workflow.failed',
  'workflow.alert',
  'approval.asked',
  'review.received',
  'review.published',
  'review.answered',
  'moderation.decided',
  'creator.published',
  'tool.maintenance',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
