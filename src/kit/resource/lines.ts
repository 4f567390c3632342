/** What a field or a row of a file refers to, by its name. */
import { resourceSpecs } from '../../contract/lines.ts'
import { scene } from '../../contract/scene/scene.ts'
import type { AnyResource } from './words.ts'

const all: Readonly<Record<string, AnyResource>> = { ...resourceSpecs, scene }

/** The resource a reference field points to; undefined for what is no resource (organisations). */
export const referencedResource = (name: string): AnyResource | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined
