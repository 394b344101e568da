import type { Call } from '../../../core/contract/configuration.ts'

/** Short form of a call for the generated modules in this folder, to keep the bundle small. */
export const call = (
  name: string,
  method: Call['method'],
  path: string,
  args: Call['in'],
  envelope: Call['envelope'] = 'resultCode',
  changes?: string[],
): Call => ({ name, method, path, in: args, envelope, ...(changes ? { changes } : {}) })
