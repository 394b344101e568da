import type { Boot, Call } from './configuration.ts'

/** Id of the element of the HTML in which the server sends the boot answer along. */
export const BOOT_ELEMENT = 'boot'
/** Id of the element behind it, in which the page's first answer follows. */
export const FIRST_ELEMENT = 'first'

/** The boot answer for the session that asked for the HTML, in the product's own language. */
export interface CarriedBoot {
  /** of the page that comes with it */
  route: string
  boot: Boot
  /** the server's clock, in milliseconds */
  at: number
  /** the call, by its key, whose answer follows in the same HTML */
  first?: string
}
/** The answer to a call, as it would have come had the console asked. */
export interface CarriedAnswer {
  key: string
  /** version of the configuration that it told */
  version: string | undefined
  text: string
}

/** What makes two calls the same. */
export const callKey = ({ name }: Pick<Call, 'name'>, args: object): string => `${name} ${JSON.stringify(args)}`
