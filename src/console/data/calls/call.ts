import type { Call } from '../../../core/contract/configuration.ts'

/** A call as the generated modules beside this write it: shorter than the object, for it is sent to browsers. */
export const call = (
  name: string,
  method: Call['method'],
  path: string,
  args: Call['in'],
  envelope: Call['envelope'] = 'resultCode',
  changes?: string[],
): Call => ({ name, method, path, in: args, envelope, ...(changes ? { changes } : {}) })
