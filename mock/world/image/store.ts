/** Where the files of images stand: one folder per image below the server's own, a name for each that no upload chooses. */
import path from 'node:path'

export const imagesIn = (files: string): string => path.join(files, 'images')
export const imageFolder = (files: string, id: string): string => path.join(imagesIn(files), id)
/** The disk, the disc or the archive itself. */
export const imageFile = (files: string, id: string): string => path.join(imageFolder(files, id), 'content')
