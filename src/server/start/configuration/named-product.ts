import type { Configuration } from '../../../core/index.ts'
import { NO_PRODUCT, type Products, type ServerProduct } from '../../product/product.ts'
import { StartRefusal } from '../settings/refusal.ts'

const nameIn = (configuration: Configuration): string | undefined => configuration.scope({}).app.product

/** Code of the product named in app.yaml; NO_PRODUCT if none is named. */
export function namedProduct(configuration: Configuration, products: Products): ServerProduct {
  const name = nameIn(configuration)
  if (name === undefined) return NO_PRODUCT
  const product = Object.hasOwn(products, name) ? products[name] : undefined
  if (product) return product
  throw new StartRefusal(
    `schemas/app.yaml 的 product: ${name} 没有程序。可用的有：${Object.keys(products).join('、')}。`,
    `There is no code for product: ${name} of schemas/app.yaml. Known are: ${Object.keys(products).join(', ')}.`,
  )
}

/** Services and tables of a product are set up at start-up, so an edit cannot change the product. */
export function refuseOtherProduct(before: Configuration, next: Configuration): void {
  if (nameIn(before) === nameIn(next)) return
  throw new StartRefusal(
    'schemas/app.yaml 的 product 改了，重新启动后才能生效。',
    'product of schemas/app.yaml has changed: start the server again to use it.',
  )
}
