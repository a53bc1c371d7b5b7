// Recipes of solvers by what sets them apart.

// The fields in which a recipe differs from the default one.
export function differences(recipe, standard) {
  return Object.fromEntries(Object.entries(recipe).filter(([name, value]) => value !== standard[name]));
}
export const sameRecipe = (a, b) => Object.keys(a).every((name) => a[name] === b[name]);

// Its name in the catalogue, or '' for one of the user's own.
export function nameOf(recipe, solvers) {
  return Object.keys(solvers).find((name) => sameRecipe(solvers[name], recipe)) ?? '';
}
