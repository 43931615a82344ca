import type { Caller, Change } from '@appointments/contracts'
import { CALLER_HEADER } from '@appointments/credentials'
import { tokenOf } from '@appointments/foundation/test-harness'
import { openEventSource, type OpenedStream, type ReceivedEvent } from '@appointments/testing'

/** Opens a stream of a service, by default that of changes. */
export const openStream = (
  url: string,
  caller: Caller,
  path = '/api/v2/changes/stream',
  headers: Record<string, string> = {},
): Promise<OpenedStream> => openEventSource(url + path, { [CALLER_HEADER]: tokenOf(caller), ...headers })

/** The change in an event. */
export const changeIn = ({ data }: ReceivedEvent): Change => data as Change
