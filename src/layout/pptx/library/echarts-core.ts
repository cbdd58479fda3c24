/** Stands in for `echarts/core` in the library: charts are drawn at once and stand still, because they are printed. */
import { init as initAnimated } from "echarts/core";

export * from "echarts/core";

export function init(...parameters: Parameters<typeof initAnimated>): ReturnType<typeof initAnimated> {
  const chart = initAnimated(...parameters);
  const setOption = chart.setOption.bind(chart);
  chart.setOption = (option: object) => {
    setOption({ ...option, animation: false });
    chart.getZr().flush();
  };
  return chart;
}
