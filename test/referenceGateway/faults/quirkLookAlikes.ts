// Errors that only look like the rejection of something in the request: Portico omits nothing because of them.
import { errorFault, failed, type Fault, openAiError } from './fault';

export const quirkLookAlikes: readonly Fault[] = [
  errorFault({
    id: 'fault-streaming-later',
    description: '400: streaming is not available at the moment.',
    status: 400,
    body: openAiError(
      'Streaming is currently not available, please try again later.',
      null,
      'invalid_request_error',
    ),
    expected: failed('badRequest', { detail: 'Streaming is currently not available' }),
  }),
  errorFault({
    id: 'fault-images-too-large',
    description: '400: an image is too large, which says nothing of images as such.',
    status: 400,
    body: openAiError('image inputs are not supported above 5MB', null, 'invalid_request_error'),
    expected: failed('badRequest', { detail: 'image inputs are not supported above 5MB' }),
  }),
  errorFault({
    id: 'fault-images-in-batch-mode',
    description: '400: images are rejected in a mode that says nothing of the model.',
    status: 400,
    body: openAiError(
      'Image inputs are not supported in batch mode',
      null,
      'invalid_request_error',
    ),
    expected: failed('badRequest', { detail: 'not supported in batch mode' }),
  }),
  errorFault({
    id: 'fault-streaming-with-n',
    description: '400: streaming is rejected together with another parameter.',
    status: 400,
    body: openAiError('Streaming is not supported with n > 1', null, 'invalid_request_error'),
    expected: failed('badRequest', { detail: 'not supported with n > 1' }),
  }),
];
