import { PICTURES, type PictureModule, type PictureName } from '../../charts/pictures.ts'

const modules = new Map<string, Promise<PictureModule>>()

/** The code of a picture, the same promise each time; undefined where there is none of this name. */
export function pictureModule(name: string): Promise<PictureModule> | undefined {
  const load = PICTURES[name as PictureName]
  if (!load) return undefined
  const known = modules.get(name)
  if (known) return known
  const module = load()
  modules.set(name, module)
  module.then(
    // so React reads it without waiting: what is about to be printed cannot wait
    value => Object.assign(module, { status: 'fulfilled', value }),
    // what failed to load once may load later
    () => modules.delete(name),
  )
  return module
}
