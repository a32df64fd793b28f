import { mount } from "svelte";
import Workbench from "./Workbench.svelte";
import "../ui/base.css";

const target = document.getElementById("app");
if (target) mount(Workbench, { target });
