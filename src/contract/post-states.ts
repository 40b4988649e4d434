/** Apart from the schemas, so that the browser need not load those for a list of words. */
export const postStates = [
  'draft',
  'scheduled',
  'publishing',
  'published',
  'partially_published',
  'failed',
  'canceled',
] as const;
export type PostState = (typeof postStates)[number];
export const deliveryStates = [
  'pending',
  'publishing',
  'published',
  'failed',
  'unconfirmed',
  'canceled',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];
