import { image } from './image.ts'

export const imageHandlers = { ...image }
