/**
 * The image store: one folder per image below the server's own, a name for each file that no upload chooses. A store elsewhere takes its place
 * behind the same interface.
 */
import { constants } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'

export interface ImageStore {
  /** Moves a file that was looked through into its place. */
  keep(id: string, from: string): Promise<void>
  /** Where the file is that drivers open; undefined when there is none. */
  find(id: string): Promise<string | undefined>
  /** Nothing is left of the image, snapshots included. */
  drop(id: string): Promise<void>
  /** The file as it is now under a name; a copy that shares what the file system lets it share. */
  snapshot(id: string, snapshot: string): Promise<void>
  /** Moves a file to where a snapshot stands. */
  keepSnapshot(id: string, snapshot: string, from: string): Promise<void>
  restore: (id: string, snapshot: string) => Promise<void>
  dropSnapshot(id: string, snapshot: string): Promise<void>
  /** Removes folders of images and snapshots that are not known. @returns how many */
  sweep(known: ReadonlyMap<string, ReadonlySet<string>>): Promise<number>
}

export const imagesFolder = (files: string): string => path.join(files, 'images')
const imageFolder = (files: string, id: string): string => path.join(imagesFolder(files), id)
/** The disk, the disc or the archive itself. */
export const imageFile = (files: string, id: string): string => path.join(imageFolder(files, id), 'content')

const ending = '.snapshot'

export function folderStore(files: string): ImageStore {
  const snapshotFile = (id: string, snapshot: string) => path.join(imageFolder(files, id), snapshot + ending)
  /** Whole under its name or not at all. */
  async function copy(from: string, to: string): Promise<void> {
    const temporary = `${to}.copying`
    await fs.rm(temporary, { force: true })
    try {
      await fs.copyFile(from, temporary, constants.COPYFILE_FICLONE)
      await fs.rename(temporary, to)
    } catch (e) {
      await fs.rm(temporary, { force: true })
      throw e
    }
  }
  return {
    async keep(id, from) {
      await fs.mkdir(imageFolder(files, id), { recursive: true })
      await fs.rename(from, imageFile(files, id))
    },
    async find(id) {
      const file = imageFile(files, id)
      return (await fs.stat(file).catch(() => undefined)) ? file : undefined
    },
    drop: (id) => fs.rm(imageFolder(files, id), { recursive: true, force: true }),
    snapshot: (id, snapshot) => copy(imageFile(files, id), snapshotFile(id, snapshot)),
    async keepSnapshot(id, snapshot, from) {
      await fs.mkdir(imageFolder(files, id), { recursive: true })
      await fs.rename(from, snapshotFile(id, snapshot))
    },
    restore: (id, snapshot) => copy(snapshotFile(id, snapshot), imageFile(files, id)),
    dropSnapshot: (id, snapshot) => fs.rm(snapshotFile(id, snapshot), { force: true }),
    async sweep(known) {
      let swept = 0
      for (const id of await fs.readdir(imagesFolder(files)).catch(() => [])) {
        const snapshots = known.get(id)
        if (!snapshots) {
          await this.drop(id)
          swept++
          continue
        }
        for (const name of await fs.readdir(imageFolder(files, id)))
          if (name !== 'content' && !snapshots.has(name.replace(ending, ''))) {
            await fs.rm(path.join(imageFolder(files, id), name), { force: true })
            swept++
          }
      }
      return swept
    },
  }
}
