// The part of Babel 7 that the build uses; the package comes without types.
declare module '@babel/core' {
  export function transformAsync(
    code: string,
    options: Record<string, unknown>,
  ): Promise<{ code?: string | null } | null>;
}

declare module '@babel/preset-env' {
  const presetEnv: unknown;
  export default presetEnv;
}
