import type { Boot } from './configuration.ts'

/** Id of the element of the HTML in which the server sends the boot answer along. */
export const BOOT_ELEMENT = 'boot'

/** The boot answer for the session that asked for the HTML, in the product's own language. */
export interface CarriedBoot {
  /** of the page that comes with it */
  route: string
  boot: Boot
}
