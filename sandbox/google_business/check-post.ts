import { invalid } from './google-error.ts';

type Fields = Record<string, unknown>;

const needUrl = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP'];

/** The rules of a LocalPost, as far as Google's page or others' probes tell them. */
export function checkPost(input: Fields): void {
  const topic = input.topicType;
  if (topic === undefined) invalid('topic_type', 'MISSING_VALUE', 'topic_type is required');
  if (topic !== 'STANDARD' && topic !== 'EVENT' && topic !== 'OFFER') {
    invalid('topic_type', 'UNSUPPORTED_VALUE', `topic_type ${topic} cannot be created`);
  }
  const summary = input.summary ?? '';
  if (typeof summary !== 'string') invalid('summary', 'INVALID_VALUE', 'summary must be a string');
  if ([...summary].length > 1500) invalid('summary', 'INVALID_VALUE', 'Must be at most 1500 characters');
  if (summary.trim() === '' && topic === 'STANDARD' && input.media === undefined) {
    invalid('summary', 'MISSING_VALUE', 'summary is required');
  }
  if (input.scheduledTime !== undefined) {
    invalid('scheduled_time', 'UNSUPPORTED_VALUE', 'this sandbox does not schedule posts');
  }
  checkAction(input.callToAction, topic);
  if (topic !== 'STANDARD') checkEvent(input.event);
  if (topic === 'STANDARD' && input.event !== undefined)
    invalid('event', 'UNSUPPORTED_VALUE', 'event is for EVENT and OFFER');
}

function checkAction(given: unknown, topic: string): void {
  if (given === undefined) return;
  const { actionType, url } = given as { actionType?: unknown; url?: unknown };
  const field = 'call_to_action.url';
  if (topic === 'OFFER') invalid('call_to_action', 'UNSUPPORTED_VALUE', 'an offer has no call to action');
  if (actionType === 'CALL') {
    if (url !== undefined) invalid(field, 'UNSUPPORTED_VALUE', 'CALL must not have a url');
    return;
  }
  if (!needUrl.includes(String(actionType))) {
    invalid('call_to_action.action_type', 'INVALID_VALUE', `action_type ${actionType} is unknown`);
  }
  if (typeof url !== 'string' || !URL.canParse(url))
    invalid(field, 'MISSING_DEPENDENT_FIELD', 'url is required');
}

function checkEvent(given: unknown): void {
  const { title, schedule } = (given ?? {}) as { title?: unknown; schedule?: Fields };
  if (typeof title !== 'string' || title === '') {
    invalid('event.title', 'MISSING_DEPENDENT_FIELD', 'title is required');
  }
  if ([...title].length > 58) invalid('event.title', 'INVALID_VALUE', 'Must be at most 58 characters');
  const missing = ['startDate', 'startTime', 'endDate', 'endTime'].find(
    (part) => schedule?.[part] === undefined,
  );
  if (missing !== undefined || schedule === undefined) {
    invalid(`event.schedule.${missing}`, 'MISSING_DEPENDENT_FIELD', 'all four parts are required');
  }
  const start = momentOf(schedule.startDate as Fields, schedule.startTime as Fields);
  if (momentOf(schedule.endDate as Fields, schedule.endTime as Fields) <= start) {
    invalid('event.schedule', 'INVERTED_RANGE', 'the end must come after the start');
  }
}

function momentOf(date: Fields, time: Fields): number {
  const number = (value: unknown) => Number(value ?? 0);
  return Date.UTC(
    number(date.year),
    number(date.month) - 1,
    number(date.day),
    number(time.hours),
    number(time.minutes),
    number(time.seconds),
  );
}

/** Written out for abroad: a plus sign or two zeros, then at least eight digits. */
const phoneNumber = /(?<![\w])(?:\+|00)[1-9](?:[\s()./-]*\d){7,}/;

/** What Google takes in and then refuses in review. */
export function breaksPolicy(input: Fields): boolean {
  return phoneNumber.test(String(input.summary ?? ''));
}
