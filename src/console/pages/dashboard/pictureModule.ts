import { PICTURES, type PictureModule, type PictureName } from '../../charts/pictures.ts'

const modules = new Map<string, Promise<PictureModule>>()

/** The code of a picture, the same promise each time; undefined where there is none of this name. */
export function pictureModule(name: string): Promise<PictureModule> | undefined {
  const load = PICTURES[name as PictureName]
  if (!load) return undefined
  let known = modules.get(name)
  if (!known) {
    modules.set(name, (known = load()))
    // what failed to load once may load later
    known.catch(() => modules.delete(name))
  }
  return known
}
