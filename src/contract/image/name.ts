/** Names of images as pure functions: the form, the server and the check of an uploaded container agree on them. */
import { limits } from '../limits.ts'
import { wide } from '../lib/text.ts'
import { plainName, type RuleBreak } from '../rules.ts'
import type { ImageType } from './image.ts'

const { min, max } = limits.imageName

/** Lowercase letters, digits, hyphen, underscore, dot; none of the signs at an end, as a registry has it. */
const containerName = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/

/** 4-50 in text width. Of a container the name it has in the image store, of anything else one that people read; dots are versions. */
export function imageNameBreaks(name: string, type: ImageType): RuleBreak[] {
  const n = wide(name)
  const out: RuleBreak[] = n < min || n > max ? [{ rule: 'length', params: { min, max } }] : []
  if (type === 'container') {
    if (!containerName.test(name)) out.push({ rule: 'container_name' })
  } else if (!plainName.test(name.replaceAll('.', ''))) out.push({ rule: 'image_name' })
  return out
}

/**
 * Names under which an image may be kept here, of one in a store: `library/nginx:1.27` is `nginx`, `nginx-1.27` or `nginx_1.27`.
 * The reference is `[registry/][path/]name[:tag][@digest]`.
 */
export function storeNames(reference: string): string[] {
  const [plain = ''] = reference.split('@')
  const last = plain.slice(plain.lastIndexOf('/') + 1)
  const [name = '', tag] = last.split(':')
  return tag ? [name, `${name}-${tag}`, `${name}_${tag}`] : [name]
}

/** A name people would give, from the name of a file; empty when nothing of it can stay. */
export function guessName(file: string, type: ImageType): string {
  const bare = file.replace(/(?:\.(?:qcow2?|vmdk|vdi|vhdx?|raw|img|iso|ova|tar|gz|tgz))+$/i, '')
  const name =
    type === 'container'
      ? bare
          .toLowerCase()
          .replace(/[^a-z0-9._-]+/g, '-')
          .replace(/^[._-]+|[._-]+$/g, '')
      : bare
          .replace(/[^\p{Script=Han}\p{L}\p{N} ._-]+/gu, ' ')
          .replace(/ +/g, ' ')
          .trim()
  return name.slice(0, max)
}
