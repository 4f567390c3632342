import type { Tool } from '../../contract/library/tool.schema.ts'

const known: Record<Tool['platforms'][number], true> = {
  linux: true,
  windows: true,
  macos: true,
  android: true,
  ios: true,
  web: true,
  other: true,
}
/** What a tool may run on; one that the contract adds is a compile error here. */
export const platforms: readonly string[] = Object.keys(known)
