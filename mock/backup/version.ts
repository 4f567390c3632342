import project from '../../package.json' with { type: 'json' }

/** Of the product, as its package file says. */
export const productVersion: string = project.version
