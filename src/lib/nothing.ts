/** Stands for a module that is not wanted. */
export default {}
