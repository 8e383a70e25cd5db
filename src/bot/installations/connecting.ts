import { type AddressProblem, withoutVersion } from '../../contract/address/tracker-address.ts'
import { inputs } from '../kit/ids.ts'

/** Why a tracker can't be connected. */
export type ConnectProblem =
  | AddressProblem
  | 'key-form'
  | 'key-refused'
  | 'integration-form'
  | 'no-tracker'
  | 'unreachable'
  | 'no-answer'
  | 'busy'
  | 'quota'

type Input = 'trackerUrl' | 'trackerKey' | 'trackerIntegration'

const words: Readonly<Record<Exclude<ConnectProblem, 'version'>, readonly [Input, string]>> = {
  'no-address': [
    'trackerUrl',
    'Enter an address such as https://tracker.example.com, without a user name, query, or fragment.',
  ],
  'no-https': ['trackerUrl', 'The address must begin with https://. Over http, others could read the key.'],
  private: [
    'trackerUrl',
    'This address is private, so the app can’t use it. Enter the tracker’s public address.',
  ],
  'no-tracker': [
    'trackerUrl',
    'Something answers at this address, but it isn’t the tracker. Check the address.',
  ],
  unreachable: ['trackerUrl', 'Nothing answers at this address. Check it for typing errors.'],
  'no-answer': ['trackerUrl', 'The tracker isn’t responding right now. Try again in a minute.'],
  'key-form': ['trackerKey', 'A key is one word without spaces or line breaks. Copy it again.'],
  'key-refused': [
    'trackerKey',
    'The tracker rejected this key: it’s unknown or deactivated. Ask a Vendor Admin to create a new one.',
  ],
  busy: ['trackerKey', 'The tracker is limiting requests right now. Try again in about a minute.'],
  quota: ['trackerKey', 'This key’s monthly quota is used up. Use another key, or try again next month.'],
  'integration-form': ['trackerIntegration', 'Enter the integration’s UUID, or leave this empty.'],
}

/** `block`: the input that it is about. */
export const connectProblem = (
  problem: ConnectProblem,
  url: string,
): { readonly block: string; readonly words: string } => {
  const [input, said] =
    problem === 'version'
      ? (['trackerUrl', `Leave out /v1 at the end: ${withoutVersion(url)}`] as const)
      : words[problem]
  return { block: inputs[input].block, words: said }
}

export interface TrackerToTry {
  /** Without slashes at the end. */
  readonly baseUrl: string
  readonly apiKey: string
}

export interface TrackerToConnect extends TrackerToTry {
  /** External links of created projects belong to this integration. Null: none are created. */
  readonly integrationUuid: string | null
}

export type Tried =
  | { readonly problem: ConnectProblem }
  | { readonly problem?: never; readonly projects: number }
