// Errors that only look like the rejection of something in the request: Portico omits nothing because of them.
import { errorFault, failed, openAiError, type Fault } from './fault';

export const quirkLookAlikes: readonly Fault[] = [
  errorFault({
    id: 'fault-images-too-large',
    description: '400: an image is too large, which says nothing of images as such.',
    status: 400,
    body: openAiError('image inputs are not supported above 5MB', null, 'invalid_request_error'),
    expected: failed('badRequest', { detail: 'image inputs are not supported above 5MB' }),
  }),
];
